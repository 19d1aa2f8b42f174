import { runCommand } from './runCommand'

const code = await runCommand(process.argv)
if (code !== 0) process.exitCode = code
