// Checks bytes and counts of the builds, never times, against bench/budgets.json: node bench/budgets.mjs
import { begin } from './begin.mjs'

begin()
const { check } = await import('./budgets.ts')
process.exitCode = await check()
