// Bundles the server into dist/server; packages stay where npm put them.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from './install.mjs'

const folder = path.join(root, 'dist', 'server')

await build({
  absWorkingDir: root,
  entryPoints: { main: 'server/main.ts', convertMain: 'server/previews/convertMain.ts' },
  outdir: folder,
  bundle: true,
  platform: 'node',
  target: 'node20.9',
  format: 'esm',
  alias: { '@': path.join(root, 'src') },
  packages: 'external',
  sourcemap: 'linked',
  logLevel: 'warning',
})
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n')
