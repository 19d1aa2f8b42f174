import { afterEach, expect, test } from '@jest/globals'
import { createElement as h, type ComponentProps } from 'react'
import { createWords } from '@/i18n/words'
import { adminWords } from '@/i18n/administration/loadAll'
import { loadMainWords } from '@/i18n/main/load'
import { WordsContext } from '@/components/ui/context'
import { EditDepartment } from '@/screens/administration/departments/DepartmentForm'
import { DepartmentActs } from '@/stores/administration/DepartmentActs'
import { refusal } from '../../stores/support/fakeServer'
import { startApp, type Rig } from '../../stores/support/startApp'
import { answered, doing, mount, tap, type as typeInto, type Mounted } from '../rig'

/* jsdom has no CSS object, with which React Aria writes selectors. */
Object.assign(globalThis, { CSS: { escape: (text: string) => text } })

const EDIT = 'POST /admin/departments/edit'
let rig: Rig
let mounted: Mounted | undefined
afterEach(() => mounted?.close())

type Node = ComponentProps<typeof EditDepartment>['department']
const office = { id: 7, name: 'Office', directory: null, quota_bytes: null, share_disabled_for: null } as Node

/** The form of a department in the document's body, where windows are. */
async function open(): Promise<void> {
  rig = await startApp()
  const t = createWords(...(await loadMainWords('en', 'default')), ...adminWords('en', 'default'))
  const acts = new DepartmentActs(rig.app.api, async () => undefined)
  const form = h(EditDepartment, { acts, department: office, onClose: () => undefined })
  mounted = mount(h(WordsContext.Provider, { value: t }, form))
}

const inputs = () => [...document.body.querySelectorAll<HTMLInputElement>('.window input:not([type=hidden])')]
const invalid = () => [...document.body.querySelectorAll('.field[data-invalid]')].map(({ textContent }) => textContent)

async function saveQuota(text: string): Promise<void> {
  const quota = inputs()[1]!
  doing(() => quota.focus())
  typeInto(quota, text)
  doing(() => quota.blur())
  await answered()
  await tap(document.body, '.window button', 'Save')
}

test.each([
  ['1.3', 1_395_864_371],
  ['0.7', 751_619_277],
  ['0.02', 21_474_836],
  ['0.5', 536_870_912],
])('[ADM-07] a limit of %s GB is sent in whole bytes', async (text, quota_bytes) => {
  await open()
  rig.server.on(EDIT, {})
  await saveQuota(text)
  const sent = rig.server.seen.filter(({ name }) => name === EDIT).map(({ request }) => request)
  expect(sent).toMatchObject([{ department_id: 7, quota_bytes }])
})

test('[ADM-07] a refused limit is marked at its own field', async () => {
  await open()
  rig.server.on(EDIT, refusal('invalid_request', { field: 'quota_bytes' }))
  await saveQuota('3')
  expect(invalid()).toHaveLength(1)
  expect(invalid()[0]).toContain('Storage')
})
