import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Header } from '@/components/frame/Header'
import { Skeleton } from '@/components/ui/Skeleton'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { PageScreen } from '@/screens/page/PageScreen'
import { SignedIn } from '@/screens/page/SignedIn'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { LogoStore } from '@/stores/enterprise/LogoStore'
import { ownPicture } from '@/stores/session/ownPicture'
import { TwoStepStore } from '@/stores/session/TwoStepStore'
import { AuditScreen, useAudit } from '@/screens/audit/AuditScreen'
import { AuditEventSheet } from '@/screens/audit/AuditEventSheet'
import { ApplicationsScreen } from '@/screens/session/security/ApplicationsScreen'
import { LinksScreen } from '@/screens/session/security/LinksScreen'
import { LogoScreen } from '@/screens/enterprise/branding/LogoScreen'
import { LogoSource } from '@/screens/enterprise/branding/LogoSource'
import { PasswordScreen } from '@/screens/session/security/PasswordScreen'
import { PictureScreen } from '@/screens/session/security/PictureScreen'
import { PicturesScreen } from '@/screens/session/security/PicturesScreen'
import { RecoveryCodes } from '@/screens/session/security/RecoveryCodes'
import { SecurityHome } from '@/screens/session/security/SecurityHome'
import { StepGate } from '@/screens/session/security/StepGate'
import { TwoStepScreen } from '@/screens/session/security/TwoStepScreen'
import '@/theme/lazyIcons.scss'
import '@/screens/session/security/security.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

const titles = {
  password: 'password.title',
  twoStep: 'twoStep.title',
  picture: 'picture.title',
  links: 'quick.title',
  applications: 'allowed.title',
  audit: 'audit.title',
  logo: 'logo.title',
  pictures: 'picture.others',
} as const

/**
 * `/settings/security`: password, second step, own picture, sign-in by codes, devices; for administrators the audit log, logos and others' pictures
 * (decisions 44, force_two_step, LAND-09).
 */
export default observer(function SecurityPage() {
  const app = useApp()
  const t = usePackageWords(loadAccountWords)
  const [twoStep] = useState(() => new TwoStepStore(app))
  const audit = useAudit()
  const logos = useDisposable(() => new LogoStore(app))
  const own = useDisposable(() => ownPicture(app))
  const overlays = useDisposable(() => app.createOverlays())
  const { platform, session } = app
  const isIn = session.phase === 'signedIn'
  useEffect(() => {
    if (isIn) void twoStep.load()
  }, [isIn, twoStep])

  const shown = overlays.valueFor('security') as keyof typeof titles | undefined
  const back = () => void (shown ? overlays.close('security') : platform.navigate.back())
  const title = twoStep.recoveryCodes
    ? 'recovery.title'
    : twoStep.isStepMissing
      ? titles.twoStep
      : shown
        ? titles[shown]
        : 'security.title'
  return (
    <SignedIn>
      <PageScreen header={<Header title={t(title)} onBack={back} />} open={overlays} overlays={sheet()}>
        {content()}
      </PageScreen>
    </SignedIn>
  )

  function leaveCodes() {
    const { isEntering } = twoStep
    twoStep.hideRecoveryCodes()
    if (isEntering) void platform.navigate.relaunch({ page: 'files', space: 'frequent' })
    else if (shown) back()
  }

  function sheet() {
    if (overlays.valueFor('deeds'))
      return <AuditEventSheet audit={audit} onClose={() => void overlays.close('deeds')} />
    const logo = [...logos.logos, own].find(({ name }) => name === overlays.valueFor('logosource'))
    return logo && <LogoSource logo={logo} onClose={() => void overlays.close('logosource')} />
  }

  function content() {
    if (twoStep.phase === 'failed') {
      return <LoadFailed error={twoStep.fault} onRetry={() => void twoStep.load()} />
    }
    if (!twoStep.state) return <Skeleton rows={3} />
    if (twoStep.recoveryCodes) return <RecoveryCodes codes={twoStep.recoveryCodes} onDone={leaveCodes} />
    if (twoStep.isStepMissing) return <StepGate twoStep={twoStep} />
    if (shown === 'password') return <PasswordScreen onDone={back} />
    if (shown === 'twoStep') return <TwoStepScreen twoStep={twoStep} onDone={back} />
    if (shown === 'picture') return <PictureScreen picture={own} onPick={() => overlays.show('logosource', 'own')} />
    if (shown === 'links') return <LinksScreen />
    if (shown === 'applications') return <ApplicationsScreen />
    if (shown === 'audit') return <AuditScreen audit={audit} onChooseEvent={() => overlays.show('deeds')} />
    if (shown === 'logo') return <LogoScreen store={logos} onPick={(ground) => overlays.show('logosource', ground)} />
    if (shown === 'pictures') return <PicturesScreen />
    return <SecurityHome twoStep={twoStep} onOpen={(value) => overlays.show('security', value)} />
  }
})
