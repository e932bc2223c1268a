"""MaskablePPO against our bots: python examples/learn_ppo.py world_monuments 600 (seconds). Needs chantier[sb3]."""

import sys
import time

import torch
from sb3_contrib import MaskablePPO

from chantier.adapters.stable_baselines import Vector

GAME, SECONDS, LONGEST = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else 400
torch.set_num_threads(1)
began = time.process_time()
vector = Vector(GAME, 256, others="apprentice", reward="promise", longest=LONGEST, threads=1)
net = {"net_arch": [128, 128], "activation_fn": torch.nn.ReLU}
slower = lambda _: 1e-3 * max(0.1, 1 - (time.process_time() - began) / SECONDS)  # noqa: E731
more = {"batch_size": 2048, "n_epochs": 4, "gamma": 1.0, "ent_coef": 0.005, "learning_rate": slower, "policy_kwargs": net}
model = MaskablePPO("MlpPolicy", vector, n_steps=64, seed=1, **more)
while time.process_time() - began < SECONDS:
    model.learn(64 * 256 * 8, reset_num_timesteps=False)
    for others in ("random", "apprentice"):
        test, wins, ends = Vector(GAME, 256, others=others, longest=LONGEST, threads=1), 0.0, 0
        seen = test.reset()
        while ends < 400:
            actions, _ = model.predict(seen, action_masks=test.action_masks(), deterministic=True)
            seen, gains, ended, _ = test.step(actions)
            wins, ends = wins + (gains[ended] + 1).sum() / 2, ends + ended.sum()
        spent = time.process_time() - began
        print(f"{spent:.0f} s, {model.num_timesteps} steps: {wins / ends:.0%} against {others}", flush=True)
model.save(f"{GAME}-ppo")
