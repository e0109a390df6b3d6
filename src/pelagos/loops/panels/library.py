"""The loops of the panel method as Python calls them."""

from __future__ import annotations

from pelagos.kernels.library import CompiledLoop

exact = CompiledLoop(
    "loops.panels.pairs.exact", "PanelPairs NearPairs Rules Int Int", group="panels"
)
far = CompiledLoop("loops.panels.pairs.far", "PanelPairs PanelBlock NearPairs", group="panels")
add_rows = CompiledLoop("loops.panels.stars.add_rows", "PanelBlock Stars Real", group="panels")
