import { afterEach, expect, test } from '@jest/globals'
import { createElement as h, type ReactElement } from 'react'
import { WordsContext } from '@/components/ui/context'
import type { Overview } from '@/contract/administration/policies'
import { adminWords } from '@/i18n/administration/loadAll'
import { loadMainWords } from '@/i18n/main/load'
import { createWords } from '@/i18n/words'
import { ConsoleContext } from '@/screens/administration/ConsoleContext'
import { Configured } from '@/screens/administration/overview/Configured'
import { policySections } from '@/screens/administration/policies/fields'
import { PolicyRow } from '@/screens/administration/policies/PolicyRow'
import { AppContext } from '@/screens/app/AppContext'
import { AddressStore, consolePlaces } from '@/stores/administration/AddressStore'
import { DirectoryStore } from '@/stores/administration/DirectoryStore'
import { PolicyStore } from '@/stores/administration/PolicyStore'
import { startApp } from '../../stores/support/startApp'
import { mount, type Mounted } from '../rig'

const overview: Overview = {
  people: { active: 1, never_signed_in: 0, deactivated: 0, administrators: 1 },
  storage: { people_bytes: 0, departments_bytes: 0, history: [], largest: [] },
  links: { open: 0, without_password: 0, waiting: 0, collecting: 0, reported: 0 },
  failed_sign_ins: 0,
  failed_previews: 0,
  failed_jobs: 0,
  configured: {
    storage: 'disk',
    office_converter: true,
    media_converter: true,
    mail: true,
    phone_codes: true,
    messengers: ['wechat'],
  },
  version: '1.0.0',
}

let mounted: Mounted | undefined
afterEach(() => mounted?.close())

/** The text of a part of the console. */
async function textOf(part: (store: PolicyStore) => ReactElement): Promise<string> {
  const { app } = await startApp()
  const t = createWords(...(await loadMainWords('en', 'default')), ...adminWords('en', 'default'))
  const inner = { read: () => '/admin', go() {}, back() {}, position: () => 0, subscribe: () => () => {} }
  const value = {
    address: new AddressStore(inner),
    directory: new DirectoryStore(app.api),
    role: 'owner',
    places: consolePlaces,
    mayManage: true,
    mayGovern: true,
  } as const
  const within = h(ConsoleContext.Provider, { value }, part(new PolicyStore(app.api)))
  mounted = mount(h(AppContext.Provider, { value: app }, h(WordsContext.Provider, { value: t }, within)))
  return mounted.box.textContent ?? ''
}

test('[ADM-12] the overview says that the server has no scanner', async () => {
  expect(await textOf(() => h(Configured, { overview }))).toContain('Virus scanNo scanner included')
})

test('[ADM-09] the switch that needs a scanner outside says so', async () => {
  const field = policySections.features.find(({ name }) => name === 'virus_scan')!
  expect(await textOf((store) => h(PolicyRow, { store, field }))).toContain('Works only with a scanner outside')
})
