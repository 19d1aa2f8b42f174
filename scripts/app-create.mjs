// npm run app:create: creates an application of the open platform. Uses the server's settings (docs/deploy.md).
import { spawnSync } from 'node:child_process'
import { buildWhenStale } from './builds.mjs'
import { ensurePackages, root } from './install.mjs'

ensurePackages()
buildWhenStale('the server', 'server')
const program = ['--enable-source-maps', 'dist/server/createApplication.js', ...process.argv.slice(2)]
process.exit(spawnSync(process.execPath, program, { cwd: root, stdio: 'inherit' }).status ?? 1)
