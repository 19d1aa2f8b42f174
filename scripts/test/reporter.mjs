// A reporter of node:test for scripts/test/run.mjs: sends each test, each test's own notes, and the end of each file to the parent process.
import { inspect } from 'node:util'

export default async function* tell(events) {
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && data.file) process.send({ note: data.message })
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { error, type: kind, duration_ms } = data.details
    process.send({
      title: data.name,
      isSuite: kind === 'suite',
      state: type === 'test:fail' ? 'failed' : data.skip === undefined ? 'passed' : 'skipped',
      error: error && error.failureType !== 'subtestsFailed' ? inspect(error.cause ?? error) : undefined,
    })
    if (data.nesting === 0) process.send({ file: data.name, seconds: duration_ms / 1000 })
  }
  yield ''
}
