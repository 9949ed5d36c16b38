"""``python -m roboreel``: the command ``roboreel``."""

import sys

from ._command import main

sys.exit(main())
