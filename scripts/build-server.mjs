// Bundles the server into dist/server, the demo files beside it; packages stay where npm put them.
import path from 'node:path'
import { bundle } from './bundle.mjs'
import { root } from './install.mjs'

await bundle(path.join(root, 'dist', 'server'), { packages: 'external' })
