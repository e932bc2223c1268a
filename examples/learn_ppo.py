"""MaskablePPO against our bots, for so many seconds: python examples/learn_ppo.py world_monuments 600. Needs chantier[sb3].

What follows is after how many decisions a game is cut off, whom it learns against, how wide the network is, and how often each
decision is looked at: python examples/learn_ppo.py arkadia 300 400 random 64 2.
"""

import sys
import time

import torch
from sb3_contrib import MaskablePPO

from chantier.adapters.stable_baselines import Vector

GAME, PATIENCE, LAST, OTHERS, UNITS, LOOKS = (*sys.argv[1:], *("400", "apprentice", "128", "4")[len(sys.argv) - 3 :])
SECONDS, LONGEST, WIDE, TIMES = float(PATIENCE), int(LAST), int(UNITS), int(LOOKS)
torch.set_num_threads(1)
began = time.process_time()
vector = Vector(GAME, 256, others=OTHERS, reward="promise", longest=LONGEST, threads=1)
net = {"net_arch": [WIDE, WIDE], "activation_fn": torch.nn.ReLU}
slower = lambda _: 1e-3 * max(0.1, 1 - (time.process_time() - began) / SECONDS)  # noqa: E731
more = {
    "batch_size": 2048,
    "n_epochs": int(TIMES),
    "gamma": 1.0,
    "ent_coef": 0.005,
    "learning_rate": slower,
    "policy_kwargs": net,
}
model, best = MaskablePPO("MlpPolicy", vector, n_steps=64, seed=1, **more), 0.0
while time.process_time() - began < SECONDS:
    model.learn(64 * 256 * 8, reset_num_timesteps=False)
    for others in ("random", "apprentice"):
        test, wins, ends = Vector(GAME, 256, others=others, longest=LONGEST, threads=1), 0.0, 0
        seen = test.reset()
        while ends < 400:
            actions, _ = model.predict(seen, action_masks=test.action_masks(), deterministic=OTHERS != "random")
            seen, gains, ended, _ = test.step(actions)
            wins, ends = wins + (gains[ended] + 1).sum() / 2, ends + ended.sum()
        spent = time.process_time() - began
        print(f"{spent:.0f} s, {model.num_timesteps} steps: {wins / ends:.0%} against {others}", flush=True)
        if others == OTHERS and wins / ends > best:  # what it forgets later is kept
            best = wins / ends
            model.save(f"{GAME}-ppo")
