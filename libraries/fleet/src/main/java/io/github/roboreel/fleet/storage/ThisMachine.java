package io.github.roboreel.fleet.storage;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The machine that this process runs on, which may be one of many that work. */
public final class ThisMachine {
    private ThisMachine() {}

    /** Its name in the network, for messages. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "this machine"; // its own name is in no directory
        }
    }
}
