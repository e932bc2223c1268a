// Runs `chantier.table.alone.packing` in Pyodide: node pack.mjs PYODIDE SOURCE.ZIP OUT
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, source, out] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${pyodide}/`,
  env: { HOME: "/home", CHANTIER_PLAIN: "1", PYTHONNODEBUGRANGES: "1" },
});
python.unpackArchive(new Uint8Array(readFileSync(source)), "zip", { extractDir: "/app" });
python.FS.writeFile("/tmp/stdlib.zip", readFileSync(`${pyodide}/python_stdlib.zip`));
try {
  python.runPython(`
import sys
first = set(sys.modules)  # what starts Python, and unpacks an archive
from pathlib import Path
sys.path.insert(0, "/app")
from chantier.table.alone.packing import pack
Path("/out").mkdir()
pack(Path("/app"), Path("/tmp/stdlib.zip"), Path("/out"), first)
`);
} catch (error) {
  console.error(String(error)); // and not the line of Pyodide, which is very long
  process.exit(1);
}
for (const name of ["chantier.zip.zst", "stdlib.zip"]) writeFileSync(`${out}/${name}`, python.FS.readFile(`/out/${name}`));
