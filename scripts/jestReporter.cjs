// A reporter of Jest for scripts/testRuns.mjs: tells the process that started it what became of each file.
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
