import { afterEach, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { WordsContext } from '@/components/ui/context'
import type { PersonDetail } from '@/contract/administration/people'
import { adminWords } from '@/i18n/administration/loadAll'
import { loadMainWords } from '@/i18n/main/load'
import { createWords } from '@/i18n/words'
import { PersonActs } from '@/screens/administration/people/PersonActs'
import { AppContext } from '@/screens/app/AppContext'
import type { PersonStore } from '@/stores/administration/PersonStore'
import { startApp } from '../../stores/support/startApp'
import { mount, type Mounted } from '../rig'

const nothing = { items: 0, bytes: 0, shared_folders: 0, links: 0, collecting_links: 0 }
const store = { may: (act: string) => act === 'hand_over' } as unknown as PersonStore

let mounted: Mounted | undefined
afterEach(() => mounted?.close())

test.each([
  [{}, false],
  [{ items: 3, bytes: 10 }, true],
  [{ shared_folders: 1 }, true],
  [{ collecting_links: 1 }, true],
])('[ADM-06] handing over the belongings %j is offered: %s', async (belongings, isOffered) => {
  const { app } = await startApp()
  const t = createWords(...(await loadMainWords('en', 'default')), ...adminWords('en', 'default'))
  const person = {
    name: 'Chen Xi',
    state: 'deactivated',
    devices: [] as unknown[],
    belongings: { ...nothing, ...belongings },
  } as PersonDetail
  const acts = h(PersonActs, { store, person, onLink: () => undefined })
  mounted = mount(h(AppContext.Provider, { value: app }, h(WordsContext.Provider, { value: t }, acts)))
  expect(mounted.box.innerHTML.includes('Hand over files')).toBe(isOffered)
})
