// The home in node: one JSON a line in, [what, ...with what]; one JSON a line out. The first opens a module.

import { createInterface } from "node:readline";
import { opened, unpacked } from "./homes.mjs";

let home;
for await (const line of createInterface({ input: process.stdin })) {
  const [what, ...given] = JSON.parse(line);
  if (what === "open") home = await opened(unpacked(given[0]), given[1]);
  console.log(JSON.stringify(what === "open" ? null : await home[what](...given)));
}
