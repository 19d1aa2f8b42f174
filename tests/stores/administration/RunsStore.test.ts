import { expect, test } from '@jest/globals'
import type { Directory, DirectoryRun } from '@/contract/administration/directories'
import { RunsStore } from '@/stores/administration/RunsStore'
import { startApp } from '../support/startApp'

const directory: Directory = {
  id: 4,
  kind: 'ldap',
  label: 'Campus',
  is_on: true,
  sync_hours: null,
  people: 0,
  departments: 0,
  last_run: null,
}
const run: DirectoryRun = {
  id: 9,
  at: 1000,
  ended_at: null,
  by: '',
  is_dry: false,
  state: 'running',
  reason: null,
  reason_text: '',
  report: null,
}

test('[DIR-02] the numbers of a directory belong to its runs, also of a run that ends between two calls', async () => {
  const { app, server } = await startApp()
  const store = new RunsStore(app.api, 'ldap')
  let people = 0
  server.on('GET /admin/directories/list', () => ({ directories: [{ ...directory, people }] }))
  server.on('GET /admin/directories/runs', () => {
    people = 3
    return { runs: [{ ...run, state: 'done' as const, ended_at: 1001 }] }
  })
  await store.load()
  expect([store.isRunning, store.directory?.people]).toStrictEqual([false, 3])
})
