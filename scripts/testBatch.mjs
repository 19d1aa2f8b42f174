// Runs test files of node:test one after the other in one process, each as a suite of its name: a process, its modules and its compiled code serve many.
import { describe } from 'node:test'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundled } from './bundle-tests.mjs'

for (const file of process.argv.slice(2)) {
  const { href } = pathToFileURL(path.resolve(bundled(file)))
  describe(file, async () => void (await import(href)))
}
