import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import type { IconName } from '@/components/ui/Icon'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import type { Denial } from '@/domain/landing/landing'
import { AskAccess } from '@/screens/app/AskAccess'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/app/useDisposable'
import { wordMessage } from '@/screens/app/wording'
import { copyLink } from '@/stores/shares/copyLink'
import '@/theme/lazyIcons.scss'
import './cards.scss'
import { MessageHeader } from './LoadingScreen'
import { PasswordForm } from './PasswordForm'
import { signInHere } from './signInHere'
import { LandingBar } from '../bar/LandingBar'
import { LandingOverlays } from './LandingOverlays'
import type { LandingProps, LandingStoreProps } from './landingProps'

/** What a visitor must pass before a link's contents, or why it does not open (LAND-01). */
export const LandingScreen = observer(function LandingScreen({
  store,
  overlays,
  isInside,
  isMeant = true,
}: LandingProps) {
  const { platform, session } = useApp()
  const hasDrive = session.user !== null && store.phase !== 'password'
  const { elsewhere } = store
  useEffect(() => {
    if (elsewhere !== null && platform.can.leave) platform.navigate.leave(elsewhere)
  }, [elsewhere, platform])
  return (
    <PageScreen
      open={overlays}
      header={isInside ? <MessageHeader /> : <LandingBar around={store.around} overlays={overlays} />}
      footer={hasDrive && !isInside ? <OwnDrive /> : undefined}
      overlays={<LandingOverlays store={store} overlays={overlays} />}
    >
      <Landing store={store} isMeant={isMeant} />
    </PageScreen>
  )
})

/** The address cannot be a link's. */
export const NoLink = observer(function NoLink() {
  const app = useApp()
  const t = useWords<'visit'>()
  const overlays = useDisposable(() => app.createOverlays())
  return (
    <PageScreen
      open={overlays}
      header={<LandingBar overlays={overlays} />}
      footer={app.session.user ? <OwnDrive /> : undefined}
      overlays={<LandingOverlays overlays={overlays} />}
    >
      <Empty icon="share-2" title={t('visit.notFound.title')} text={t('visit.notFound.text')} />
    </PageScreen>
  )
})

const icons: Record<Denial, IconName> = {
  closed: 'lock',
  expired: 'clock',
  waiting: 'clock',
  refused: 'x',
  limit: 'eye',
  forbidden: 'lock',
  receiver: 'lock',
  other: 'info',
}

const Landing = observer(function Landing({ store, isMeant }: Pick<LandingStoreProps, 'store'> & { isMeant: boolean }) {
  const app = useApp()
  const t = useWords<'visit'>()
  const signIn = () => void signInHere(app)
  const changeAccount = () => void app.session.signOut(app.platform.navigate.here())
  const error = store.error ? wordMessage(store.error, t) : undefined
  if (!isMeant) return denied('receiver')
  switch (store.phase) {
    case 'password':
      return <PasswordForm store={store} />
    case 'notFound':
      return <Empty icon="share-2" title={t('visit.notFound.title')} text={t('visit.notFound.text')} />
    case 'needLogin':
      return (
        <Empty
          icon="user"
          title={t('visit.needLogin.title')}
          text={t('visit.needLogin.text')}
          action={t('visit.needLogin.action')}
          onAction={signIn}
        />
      )
    case 'failed':
      return <LoadFailed error={store.error} onRetry={() => void store.retry()} />
    case 'denied':
      return denied(store.denial ?? 'other')
    case 'loading':
    case 'open':
      return <Skeleton />
  }

  /** The mini-program cannot open other sites: the user takes the address to a browser. */
  function goElsewhere(address: string) {
    if (app.platform.can.leave) return app.platform.navigate.leave(address)
    const byHand = () => app.feedback.toast({ text: t('visit.moved.notCopied') })
    void copyLink(app, address, { key: 'link.copied' }, byHand)
  }

  function denied(denial: Denial) {
    const icon = icons[denial]
    const name = app.session.user?.name
    if (store.elsewhere !== null)
      return (
        <Empty
          icon="share-2"
          title={t('visit.moved.title')}
          text={store.elsewhere}
          action={t(app.platform.can.leave ? 'visit.moved.open' : 'visit.moved.copy')}
          onAction={() => goElsewhere(store.elsewhere!)}
        />
      )
    if (denial === 'other') return <Empty icon={icon} title={t('visit.denied.other.title')} text={error} />
    const text = t(`visit.denied.${denial}.text`, { name: name ?? '' })
    const help =
      denial === 'waiting'
        ? { action: t('visit.retry'), onAction: () => void store.retry() }
        : denial === 'forbidden'
          ? { action: t('visit.denied.forbidden.action'), onAction: changeAccount }
          : {}
    return (
      <Empty icon={icon} title={t(`visit.denied.${denial}.title`)} text={text} {...help}>
        {denial === 'forbidden' ? <AskAccess wanted={{ unique_name: store.uniqueName }} /> : null}
      </Empty>
    )
  }
})

/** The way out for a visitor with a drive. */
const OwnDrive = observer(function OwnDrive() {
  const { platform } = useApp()
  const t = useWords<'visit'>()
  return (
    <View className="visit-buttons">
      <Button
        tone="weak"
        label={t('visit.ownDrive')}
        onPress={() => void platform.navigate.relaunch({ page: 'files', space: 'frequent' })}
      />
    </View>
  )
})
