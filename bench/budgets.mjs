// Checks bytes and counts of the builds against bench/budgets.json, never times: node bench/budgets.mjs
import { begin } from './begin.mjs'

begin()
const { check } = await import('./budgets.ts')
process.exitCode = await check()
