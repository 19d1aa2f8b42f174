import { observer } from 'mobx-react'
import { Form, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { answerOrNull } from '@/api/ApiFailure'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import { Header } from '@/components/frame/Header'
import { MenuList } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { TextButton } from '@/components/ui/TextButton'
import type { Language } from '@/contract/entities'
import { loadAccountWords } from '@/i18n/session/load'
import { languageNames } from '@/i18n/languages'
import { useApp } from '@/screens/app/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { usePlace } from '@/screens/page/usePage'
import { wordMessage } from '@/screens/app/wording'
import '@/theme/lazyIcons.scss'
import { CodeSignIn } from '@/screens/session/signIn/CodeSignIn'
import { ForgottenPassword } from '@/screens/session/signIn/ForgottenPassword'
import { LegalLinks } from '@/screens/session/signIn/LegalLinks'
import { Registration } from '@/screens/session/signIn/Registration'
import { SignOn } from '@/screens/session/signIn/SignOn'
import '@/screens/session/signIn/signIn.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** `/login?redirect=` (decisions 44); with `register=1` registration is open (DIR-05). */
export default observer(function LoginPage() {
  const app = useApp()
  const { api, sessionContext, language, platform, session } = app
  const t = usePackageWords(loadAccountWords)
  const place = usePlace('login')
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'account' | 'password'>()
  const [isAtPassword, setAtPassword] = useState(false)
  const [isByCode, setByCode] = useState(false)
  const [isForgotten, setForgotten] = useState(false)
  const [isRegistering, setRegistering] = useState(() => /[?&]register=1/.test(platform.navigate.here()))
  const overlays = useDisposable(() => app.createOverlays())
  useEffect(() => () => session.abandonSignIn(), [session])

  const { attempt } = session
  const refusal = attempt.phase === 'refused' && !isByCode ? wordMessage(attempt.message, t) : undefined

  function submit() {
    const fault = login.trim() === '' ? 'account' : password === '' ? 'password' : undefined
    setMissing(fault)
    setByCode(false)
    if (!fault) void session.signIn(login.trim(), password, place?.redirect)
  }

  /** Keeps typed text; fetches the product's name in the new language. */
  async function choose(chosen: Language) {
    await overlays.close('languages')
    language.take({ language: chosen })
    const info = await answerOrNull(api.call('GET /apps/users/get_base_info', {}, { handledCodes: 'all' }))
    if (info && session.phase === 'signedOut') sessionContext.setBaseInfo(info)
  }

  const { registerUrl } = sessionContext
  const isBuiltIn = registerUrl.startsWith('/')
  const form = isRegistering && isBuiltIn && platform.can.leave ? 'register' : isForgotten ? 'forgotten' : 'signIn'
  const canGoBack = session.phase === 'expired' && platform.navigate.depth() > 0
  return (
    <PageScreen
      header={<Header title="" onBack={canGoBack ? () => void platform.navigate.back() : undefined} />}
      open={overlays}
      overlays={
        overlays.valueFor('languages') && (
          <LanguageSheet
            title={t('login.language')}
            current={language.language}
            onChoose={(chosen) => void choose(chosen)}
            onClose={() => void overlays.close('languages')}
          />
        )
      }
    >
      <Form className="login">
        <View className="login-mark" aria-hidden />
        <View className="login-title" role="heading" aria-level={1}>
          {form === 'signIn'
            ? t('login.title', { product: sessionContext.productName })
            : t(form === 'register' ? 'login.register.title' : 'login.forgotten.title')}
        </View>
        {form === 'register' ? (
          <Registration t={t} redirect={place?.redirect} onBack={() => setRegistering(false)} />
        ) : form === 'forgotten' ? (
          <ForgottenPassword t={t} name={login.trim()} onBack={() => setForgotten(false)} />
        ) : (
          <>
            <Field
              label={t('login.account')}
              name="username"
              value={login}
              confirmType="next"
              error={missing === 'account' ? t('login.accountRequired') : undefined}
              onChange={(typed) => {
                setLogin(typed)
                setAtPassword(false)
              }}
              onConfirm={() => setAtPassword(true)}
            />
            <Field
              label={t('login.password')}
              name="current-password"
              showLabel={t('login.showPassword')}
              value={password}
              confirmType="go"
              focus={isAtPassword}
              error={missing === 'password' ? t('login.passwordRequired') : refusal}
              onChange={setPassword}
              onConfirm={submit}
            />
            <View className="login-submit">
              <Button
                label={t('login.submit')}
                disabled={isByCode && attempt.phase === 'checking'}
                loading={!isByCode && attempt.phase === 'checking'}
                onPress={submit}
              />
            </View>
            <CodeSignIn t={t} redirect={place?.redirect} isLast={isByCode} onTry={() => setByCode(true)} />
            <SignOn t={t} redirect={place?.redirect} refused={place?.refused} />
            <View className="login-forgotten">
              <TextButton label={t('login.forgotten.link')} onPress={() => setForgotten(true)} />
              {registerUrl !== '' && platform.can.leave ? (
                <TextButton
                  label={t('login.register.link')}
                  onPress={() => (isBuiltIn ? setRegistering(true) : platform.navigate.leave(registerUrl))}
                />
              ) : null}
            </View>
            <LegalLinks t={t} />
          </>
        )}
        <View className="login-foot">
          <TextButton
            tone="plain"
            label={languageNames[language.language]}
            onPress={() => overlays.show('languages')}
          />
        </View>
      </Form>
    </PageScreen>
  )
})

interface LanguageSheetProps {
  title: string
  current: Language
  onChoose(language: Language): void
  onClose(): void
}

function LanguageSheet({ title, current, onChoose, onClose }: LanguageSheetProps) {
  const languages = Object.keys(languageNames) as Language[]
  return (
    <Sheet label={title} onClose={onClose}>
      <SheetHead title={title} />
      <MenuList
        entries={languages.map((key) => ({
          key,
          label: languageNames[key],
          isChosen: key === current,
          onSelect: () => (key === current ? onClose() : onChoose(key)),
        }))}
      />
    </Sheet>
  )
}
