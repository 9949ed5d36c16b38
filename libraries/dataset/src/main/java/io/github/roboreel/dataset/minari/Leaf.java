package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.SpaceJson;

/**
 * One array of an observation, an action or the infos.
 *
 * @param name path in the observation, action or infos; empty when it is all of it
 * @param field where it comes from
 * @param dtype of the dataset's array; differs for booleans alone
 * @param picture whether it is stored as pictures
 * @param before recorded path of the row before the first; empty when there is none
 */
record Leaf(String name, FieldInfo field, DType dtype, boolean picture, String before) {
    /** In a space: booleans are numbers there. */
    static Leaf inSpace(String name, FieldInfo field, boolean picture) {
        DType dtype = field.dtype().isBool() ? SpaceJson.BOOL_AS : field.dtype();
        return new Leaf(name, field, dtype, picture, "");
    }

    /** As it was in the dataset that it was imported from. */
    static Leaf asImported(String name, FieldInfo field, boolean picture, String before) {
        return new Leaf(name, field, field.dtype(), picture, before);
    }

    /** Among the infos, under its own path and as it is. */
    static Leaf inInfos(FieldInfo field, boolean picture) {
        return new Leaf(field.path(), field, field.dtype(), picture, "");
    }

    /** Whether it is among the infos under its own path, with a row of the reset. */
    boolean hasResetRow() {
        return name.equals(field.path());
    }

    /** What its space is made for. */
    Space.Member member() {
        return new Space.Member(name, field.dtype(), field.rowShape(), field.signal());
    }

    /** The array of the dataset. */
    MinariArray stored(String group) {
        String path = name.isEmpty() ? group : group + "/" + name;
        return new MinariArray(path, dtype(), field.rowShape(), picture);
    }

    /** Whether another field, if there is one, has rows of the same form. */
    boolean isLike(FieldInfo other) {
        return other != null
                && other.dtype() == field.dtype()
                && other.rowShape().equals(field.rowShape());
    }

    /** The recorded array of the same name in another group. */
    String in(String group) {
        int slash = field.path().indexOf('/');
        return slash < 0 ? group : group + field.path().substring(slash);
    }
}
