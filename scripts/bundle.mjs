// Bundles the server, for its build and for the tests that start it.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from './install.mjs'

/** Builds the folder from scratch: main.js, convertMain.js, createApplication.js, the demo files, and the entries in esbuild's `options`. */
export async function bundle(folder, { entryPoints = {}, ...options }) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(path.join(root, 'server', 'demo', 'samples'), path.join(folder, 'samples'), { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'server/main.ts',
      convertMain: 'server/previews/converters/convertMain.ts',
      createApplication: 'server/admin/createApplication.ts',
      ...entryPoints,
    },
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20.9',
    format: 'esm',
    alias: { '@': path.join(root, 'src') },
    sourcemap: 'linked',
    logLevel: 'warning',
    ...options,
  })
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n')
}
