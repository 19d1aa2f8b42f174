import { observer } from 'mobx-react'
import { useEffect, useRef, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useWords, useWindow } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { PolicyStore } from '@/stores/administration/PolicyStore'
import { useConsole } from '../ConsoleContext'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { policySectionNames, policySections } from './fields'
import { PolicyRow } from './PolicyRow'
import { SaveBar } from './SaveBar'
import { SignOnSection } from './SignOnSection'
import { DirectorySection } from '../directories/DirectorySection'
import { WeComSection } from '../directories/WeComSection'
import { ChangeList } from './ChangeList'
import './policies.scss'

/** The sections about services outside, for owners. */
const outside = { 'sign-on': SignOnSection, directory: DirectorySection, wecom: WeComSection } as const
const titles = {
  'sign-on': 'admin.signOn.title',
  directory: 'admin.directories.title',
  wecom: 'admin.weCom.title',
} as const
type Outside = keyof typeof outside
const outsideNames = Object.keys(outside) as Outside[]
/** px from which the sections stand beside the settings */
const WIDE = 1000

/** The settings of the organisation in plain words, each with what it concerns (ADM-09). */
export const PoliciesPlace = observer(function PoliciesPlace() {
  const { api } = useApp()
  const { address, mayGovern } = useConsole()
  const t = useWords<'admin'>()
  const { width } = useWindow()
  const [store] = useState(() => new PolicyStore(api))
  useEffect(() => void store.load(), [store])
  const section = policySectionNames.find((name) => name === address.query.section) ?? 'links'
  const service = mayGovern ? outsideNames.find((name) => name === address.query.section) : undefined
  const Service = service && outside[service]
  const { saved, policies } = store
  const list = useRef<HTMLDivElement>(null)
  const isShown = policies !== null
  // On a phone the sections are a strip that may hide the chosen one.
  useEffect(() => {
    list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [section, service, isShown])
  return (
    <div className="place place-form">
      <div className="form-scroll">
        <PlaceHead title={t('admin.places.policies')} text={mayGovern ? undefined : t('admin.policies.ownersOnly')} />
        {saved.phase === 'failed' ? <NotLoaded answer={saved} onRetry={() => void store.load()} /> : null}
        {saved.phase === 'loading' && !policies ? <Waiting /> : null}
        {policies ? (
          <div className="policies">
            <Tabs
              className="sections"
              orientation={width >= WIDE ? 'vertical' : 'horizontal'}
              selectedKey={service ?? section}
              onSelectionChange={(key) => address.filter({ section: String(key) })}
            >
              <TabList ref={list} className="section-list" aria-label={t('admin.policies.sections')}>
                {policySectionNames.map((name) => (
                  <Tab key={name} id={name} className="section">
                    {t(`admin.policies.section.${name}`)}
                    {policySections[name].some((field) => store.changed.includes(field.name)) ? (
                      <i className="section-dot" aria-hidden />
                    ) : null}
                  </Tab>
                ))}
                {(mayGovern ? outsideNames : []).map((name) => (
                  <Tab key={name} id={name} className="section">
                    {t(titles[name])}
                  </Tab>
                ))}
              </TabList>
              {service && Service ? (
                <TabPanel id={service}>
                  <section className="form-card" aria-label={t(titles[service])}>
                    <h2>{t(titles[service])}</h2>
                    <Service />
                  </section>
                </TabPanel>
              ) : (
                <TabPanel id={section}>
                  <section className="form-card" aria-label={t(`admin.policies.section.${section}`)}>
                    <h2>{t(`admin.policies.section.${section}`)}</h2>
                    {policySections[section].map((field) => (
                      <PolicyRow key={field.name} store={store} field={field} />
                    ))}
                  </section>
                </TabPanel>
              )}
            </Tabs>
            <ChangeList store={store} />
          </div>
        ) : null}
      </div>
      <SaveBar store={store} />
    </div>
  )
})
