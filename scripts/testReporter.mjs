// A reporter of node:test for scripts/testRuns.mjs: a line of JSON for each test, and for what a test tells about itself.
import { inspect } from 'node:util'

export default async function* lines(events) {
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && data.file) yield `${JSON.stringify({ note: data.message })}\n`
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { error, type: kind } = data.details
    yield `${JSON.stringify({
      title: data.name,
      isSuite: kind === 'suite',
      state: type === 'test:fail' ? 'failed' : data.skip === undefined ? 'passed' : 'skipped',
      error: error && error.failureType !== 'subtestsFailed' ? inspect(error.cause ?? error) : undefined,
    })}\n`
  }
}
