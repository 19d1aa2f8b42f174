import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { Avatar } from '@/components/ui/Avatar'
import { useWords } from '@/components/ui/context'
import type { SignInLink } from '@/contract/administration/entities'
import { useApp } from '@/screens/app/AppContext'
import { PersonStore } from '@/stores/administration/PersonStore'
import { useConsole } from '../ConsoleContext'
import { Pane } from '../frame/Pane'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { LeavingFoot } from './LeavingFoot'
import { PersonData } from './PersonData'
import { PersonDevices } from './PersonDevices'
import { PersonEvents } from './PersonEvents'
import { PersonFiles } from './PersonFiles'

interface Props {
  id: number
  onChange(): void
  onLink(name: string, link: SignInLink): void
  onStep(by: 1 | -1): void
}

const allTabs = ['data', 'files', 'devices', 'events'] as const

/** A person: data, files, devices, events, and leaving (ADM-05, ADM-06). */
export const PersonPane = observer(function PersonPane({ id, onChange, onLink, onStep }: Props) {
  const { api } = useApp()
  const { address, places } = useConsole()
  const t = useWords<'admin'>()
  const [store] = useState(() => new PersonStore(api, id, onChange))
  useEffect(() => void store.load(), [store])
  const { info } = store
  const person = info.value
  const tabs = allTabs.filter((one) => one !== 'events' || places.includes('audit'))
  const tab = tabs.find((one) => one === address.query.view) ?? 'data'
  return (
    <Pane
      label={t('admin.person.pane', { name: person?.name ?? '' })}
      picture={person ? <Avatar userId={person.id} name={person.name} /> : null}
      title={person?.name ?? ''}
      text={person ? [person.login, person.email].filter(Boolean).join(' · ') : undefined}
      onClose={() => address.choose(null)}
      onStep={onStep}
      foot={person ? <LeavingFoot store={store} person={person} /> : undefined}
    >
      {info.phase === 'failed' ? <NotLoaded answer={info} onRetry={() => void store.load()} /> : null}
      {info.phase === 'loading' && !person ? <Waiting /> : null}
      {info.phase !== 'failed' && person ? (
        <Tabs
          className="console-tabs"
          selectedKey={tab}
          onSelectionChange={(key) => address.filter({ view: key === 'data' ? '' : String(key) })}
        >
          <TabList className="tab-list" aria-label={t('admin.person.pane', { name: person.name })}>
            {tabs.map((one) => (
              <Tab key={one} id={one} className="console-tab">
                {t(`admin.person.tabs.${one}`)}
                {one === 'devices' && person.devices.length > 0 ? ` ${person.devices.length}` : ''}
              </Tab>
            ))}
          </TabList>
          <TabPanel id="data" className="tab-panel">
            <PersonData store={store} person={person} onLink={(link) => onLink(person.name, link)} />
          </TabPanel>
          <TabPanel id="files" className="tab-panel">
            <PersonFiles store={store} person={person} />
          </TabPanel>
          <TabPanel id="devices" className="tab-panel">
            <PersonDevices store={store} person={person} />
          </TabPanel>
          {tabs.includes('events') ? (
            <TabPanel id="events" className="tab-panel">
              <PersonEvents store={store} />
            </TabPanel>
          ) : null}
        </Tabs>
      ) : null}
    </Pane>
  )
})
