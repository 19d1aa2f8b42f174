import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Button } from '@/components/ui/Button'
import { Icon } from '@/components/ui/Icon'
import { Skeleton } from '@/components/ui/Skeleton'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { readAskedConsent } from '@/domain/applications/consent'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import { PageScreen } from '@/screens/page/PageScreen'
import { ConsentStore } from '@/stores/applications/ConsentStore'

const icons = {
  item_read: 'list',
  item_preview: 'eye',
  item_download: 'download',
  item_upload: 'folder-plus',
  item_edit: 'pencil',
  item_delete: 'trash-2',
  item_comment: 'message-circle',
  item_share: 'share-2',
  item_collab: 'user-plus',
  people_read: 'users',
  profile_edit: 'user',
} as const

/** Asks the user whether an application may act for them (OAPI-01). */
export const ConsentScreen = observer(function ConsentScreen() {
  const { api, feedback, platform, session } = useApp()
  const t = useWords<'consent'>()
  const [store] = useState(
    () =>
      new ConsentStore(
        // Without a way back to the question, which is answered.
        { api, leave: (address) => location.replace(address) },
        readAskedConsent(new URLSearchParams(location.search)),
      ),
  )
  useEffect(() => void store.load(), [store])
  const { phase, asking, error } = store
  const name = asking?.name ?? ''

  async function copy() {
    await platform.copyText(store.code)
    feedback.toast({ text: t('consent.code.copied') })
  }

  const changeAccount = () => void session.signOut(platform.navigate.here())

  return <PageScreen>{content()}</PageScreen>

  function content() {
    switch (phase) {
      case 'loading':
        return <Skeleton rows={4} />
      case 'failed':
        return <LoadFailed error={error} onRetry={() => void store.load()} />
      case 'refused':
        return refusal()
      case 'declined':
        return <Empty icon="lock" title={t('consent.declined.title')} text={t('consent.declined.text', { name })} />
      case 'leaving':
        return (
          <div className="consent" role="status">
            <div className="consent-inner consent-text">{t('consent.leaving', { target: asking?.target ?? '' })}</div>
          </div>
        )
      case 'code':
        return (
          <div className="consent">
            <div className="consent-inner">
              <h1 className="consent-title">{t('consent.code.title')}</h1>
              <div className="consent-text">{t('consent.code.text', { name })}</div>
              <code className="consent-code">{store.code}</code>
              <Button label={t('consent.code.copy')} onPress={() => void copy()} />
            </div>
          </div>
        )
      case 'asking':
        return question()
    }
  }

  function refusal() {
    const title = t('consent.invalid.title')
    // Another account changes nothing about a faulty application.
    if (store.fault === 'account') {
      const { user } = session
      const text = t('consent.invalid.account', { name: user?.name ?? '', login: user?.login ?? '' })
      const action = t('consent.otherAccount')
      return <Empty icon="lock" title={title} text={text} action={action} onAction={changeAccount} />
    }
    const reason = store.fault === 'request' || !error ? t('consent.invalid.request') : wordMessage(error, t)
    return <Empty icon="lock" title={title} text={t('consent.invalid.application', { reason })} />
  }

  function question() {
    const { user } = session
    const { scopes = [], target = null } = asking ?? {}
    return (
      <div className="consent">
        <div className="consent-inner">
          <div className="consent-mark" aria-hidden>
            <Icon name="lock" size={28} />
          </div>
          <h1 className="consent-title">{t('consent.title', { name })}</h1>
          {user ? (
            <div className="consent-text">{t('consent.account', { name: user.name, login: user.login })}</div>
          ) : null}
          <div className="consent-text">{t('consent.may')}</div>
          <ul className="consent-scopes">
            {scopes.map((scope) => (
              <li key={scope} className="consent-scope">
                <Icon name={icons[scope]} size={20} />
                {t(`consent.scopes.${scope}`)}
              </li>
            ))}
          </ul>
          <div className="consent-note">
            {t('consent.limits')} {target === null ? t('consent.codeNext') : t('consent.target', { target })}
          </div>
          <div className="consent-acts">
            <Button label={t('consent.allow')} loading={store.isSending} onPress={() => void store.answer(true)} />
            <Button
              tone="weak"
              label={t('consent.decline')}
              disabled={store.isSending}
              onPress={() => void store.answer(false)}
            />
            <TextButton label={t('consent.otherAccount')} onPress={changeAccount} />
          </div>
        </div>
      </div>
    )
  }
})
