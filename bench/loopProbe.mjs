// Loaded into a server's process. On SIGUSR2 writes the delay of the event loop since the last signal, in ms, to LOOP_PROBE, and starts again.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
process.on('SIGUSR2', () => {
  const figures = { p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max }
  writeFileSync(
    process.env.LOOP_PROBE,
    JSON.stringify(Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value / 1e6]))),
  )
  delay.reset()
})
