"""`python -m tests.simulation --seeds N [--first K]` or `--seed S`: run simulated tables."""

from __future__ import annotations

import argparse
import sys
import traceback

from tests.simulation.world import simulate

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--seeds", type=int, default=200, help="how many seeds")
parser.add_argument("--first", type=int, default=0, help="the first seed")
parser.add_argument("--seed", type=int, help="this seed only")
arguments = parser.parse_args()
seeds = [arguments.seed] if arguments.seed is not None else range(arguments.first, arguments.first + arguments.seeds)
failed = 0
for seed in seeds:
    try:
        world = simulate(seed)
        print(f"seed {seed}: {world.seats} seats, {world.hands()} hands", flush=True)
    except Exception:  # noqa: BLE001  # whatever it is, the next seed is run
        failed += 1
        traceback.print_exc()
        print(f"FAILED: python -m tests.simulation --seed {seed}", flush=True)
sys.exit(1 if failed else 0)
