// Bundles the server into dist/server, the demo files beside it; packages stay where npm put them.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from './install.mjs'

const folder = path.join(root, 'dist', 'server')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
cpSync(path.join(root, 'server', 'demo', 'samples'), path.join(folder, 'samples'), { recursive: true })

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
writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n')
