"""What every wrapper calls the recorder behind it."""

from __future__ import annotations

from ._errors import BadState
from ._recorder import Recorder


class HasRecorder:
    """A wrapper of a library's env, manager or dataset, with a recorder behind it."""

    _recorder: Recorder | None
    _until_open = "the recording is closed"

    @property
    def recorder(self) -> Recorder:
        """The recorder behind it, for events, ``durable`` and ``summaries``.

        Raises:
            BadState: before the recording is opened, after it was closed, and where there is none.
        """
        if self._recorder is None or self._recorder._is_closed:
            raise BadState(self._until_open if self._recorder is None else HasRecorder._until_open)
        return self._recorder
