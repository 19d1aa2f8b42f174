// Runs test files of node:test one after another in one process, each as a suite with its name. The process, its modules and compiled code serve all.
import assert from 'node:assert/strict'
import asyncHooks from 'node:async_hooks'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { bundled } from '../builds.mjs'

// Without a message Node parses the source to quote the failed expression. In a bundle of megabytes that takes minutes.
const { ok } = assert
assert.ok = (value, message = `${inspect(value)} is not truthy`) => ok(value, message)

// node:test tracks every promise to assign it to a test, which takes a sixth of the time of requests. Once all tests are registered, no test needs
// the tracking: an error outside its test fails the process.
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
