import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { PolicyStore } from '@/stores/administration/PolicyStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Choice } from '../controls/Choice'
import { TextInput, Toggle } from '../controls/Inputs'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { Row } from './PolicyRow'
import { SaveBar } from './SaveBar'
import './policies.scss'

/** The organisation's name, wording, titles and logos. */
export const AppearancePlace = observer(function AppearancePlace() {
  const { api, platform } = useApp()
  const { mayGovern } = useConsole()
  const t = useWords<'admin'>()
  const [store] = useState(() => new PolicyStore(api))
  useEffect(() => void store.load(), [store])
  const { saved, policies, changed } = store
  const isDisabled = !mayGovern
  return (
    <div className="place place-form">
      <div className="form-scroll">
        <PlaceHead
          title={t('admin.places.appearance')}
          text={t(mayGovern ? 'admin.policies.appearance.intro' : 'admin.policies.ownersOnly')}
        />
        {saved.phase === 'failed' ? <NotLoaded answer={saved} onRetry={() => void store.load()} /> : null}
        {saved.phase === 'loading' && !policies ? <Waiting /> : null}
        {policies ? (
          <section className="form-card form-narrow" aria-label={t('admin.places.appearance')}>
            <Row
              label={t('admin.policies.appearance.name')}
              hint={t('admin.policies.appearance.nameText')}
              mark={null}
              isChanged={changed.includes('name')}
            >
              <TextInput
                label={t('admin.policies.appearance.name')}
                isLabelHidden
                value={policies.name}
                onChange={(name) => store.set('name', name)}
                isDisabled={isDisabled}
                maxLength={100}
              />
            </Row>
            <Row
              label={t('admin.policies.appearance.wording')}
              hint={t('admin.policies.appearance.wordingText')}
              mark={null}
              isChanged={changed.includes('wording')}
            >
              <Choice
                label={t('admin.policies.appearance.wording')}
                isLabelHidden
                value={policies.wording}
                options={(['default', 'education'] as const).map((key) => ({
                  key,
                  label: t(`me.wordings.${key}`),
                }))}
                isDisabled={isDisabled}
                onChoose={(wording) => store.set('wording', wording)}
              />
            </Row>
            <Row
              label={t('admin.policies.appearance.pageTitle')}
              hint={t('admin.policies.appearance.pageTitleText')}
              mark={null}
              isChanged={changed.includes('share_link_page_title')}
            >
              <TextInput
                label={t('admin.policies.appearance.pageTitle')}
                isLabelHidden
                value={policies.share_link_page_title}
                onChange={(title) => store.set('share_link_page_title', title)}
                isDisabled={isDisabled}
                maxLength={100}
              />
            </Row>
            <div className="form-row">
              <Toggle
                label={t('admin.policies.appearance.guide')}
                hint={t('admin.policies.appearance.guideText')}
                isOn={policies.is_h5_show_user_guide}
                isDisabled={isDisabled}
                onChange={(isOn) => store.set('is_h5_show_user_guide', isOn)}
              />
            </div>
            {mayGovern ? (
              <Row
                label={t('admin.policies.appearance.logo')}
                hint={t('admin.policies.appearance.logoText')}
                mark={null}
                isChanged={false}
              >
                <Btn
                  icon="image"
                  label={t('admin.policies.appearance.openLogo')}
                  onPress={() => void platform.navigate.push({ page: 'security' })}
                />
              </Row>
            ) : null}
          </section>
        ) : null}
      </div>
      <SaveBar store={store} />
    </div>
  )
})
