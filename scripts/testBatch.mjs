// Runs test files of node:test one after the other in one process, each as a suite of its name: a process, its modules and its compiled code serve many.
import asyncHooks from 'node:async_hooks'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundled } from './bundle-tests.mjs'

// node:test follows every promise to know which test it belongs to, a sixth of what requests take. Once all tests are registered none needs it:
// what fails outside of its test fails the process.
const { createHook } = asyncHooks
let follower
asyncHooks.createHook = (callbacks) => (follower = createHook(callbacks))
const { describe } = await import('node:test')
asyncHooks.createHook = createHook

const imports = []
for (const file of process.argv.slice(2)) {
  const { href } = pathToFileURL(path.resolve(bundled(file)))
  describe(file, async () => {
    imports.push(import(href))
    await imports.at(-1)
  })
}
void Promise.allSettled(imports).then(() => follower?.disable())
