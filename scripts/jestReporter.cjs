// A Jest reporter for scripts/testRuns.mjs: sends the result of each file to the parent process.
const path = require('node:path')

module.exports = class {
  onTestFileResult(
    test,
    { numPassingTests, numFailingTests, numPendingTests, perfStats, failureMessage, testExecError },
  ) {
    process.send({
      file: path.relative(process.cwd(), test.path),
      passed: numPassingTests,
      failed: numFailingTests || (testExecError ? 1 : 0),
      skipped: numPendingTests,
      seconds: (perfStats.end - perfStats.start) / 1000,
      output: failureMessage ?? '',
    })
  }
}
