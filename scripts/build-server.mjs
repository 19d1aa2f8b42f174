// Bundles the server into dist/server with the demo files beside it; packages stay in node_modules.
import path from 'node:path'
import { bundle } from './bundle.mjs'
import { root } from './install.mjs'

await bundle(path.join(root, 'dist', 'server'), { packages: 'external' })
