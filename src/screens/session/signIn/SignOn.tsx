import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { answerOrNull } from '@/api/ApiFailure'
import { Button } from '@/components/ui/Button'
import type { Reply } from '@/contract/api'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'

interface Props {
  t: Words<'account'>
  redirect?: string
  /** The code with which the server led back here after a refusal. */
  refused?: string
}

type Ways = Reply<'GET /apps/users/sign_on_ways'>['ways']

/** Buttons that lead to the providers of organisations (DIR-01) and to WeCom (DIR-03). Only in browsers, and only where an organisation has one. */
export const SignOn = observer(function SignOn({ t, redirect, refused: refusal }: Props) {
  const { api, platform, session } = useApp()
  const { can, navigate } = platform
  const [ways, setWays] = useState<Ways>([])
  const [isInWeCom, setInWeCom] = useState(false)
  const [ended, setEnded] = useState<string>()
  const refused = refusal ?? ended
  // Not over a page whose session has expired: it may hold what somebody typed.
  const mayBegin = refusal === undefined && session.phase === 'signedOut'
  useEffect(() => {
    if (!can.leave) return undefined
    let isHere = true
    void answerOrNull(api.call('GET /apps/users/sign_on_ways', {}, { handledCodes: 'all', quiet: true })).then(
      (found) => {
        if (!isHere) return
        const all = found?.ways ?? []
        const automatic = all.find((each) => each.is_automatic)
        setWays(all)
        setInWeCom(found?.opens_in_wecom === true)
        setEnded(found?.ended)
        if (automatic && mayBegin && found?.ended === undefined) navigate.leave(addressOf(automatic, redirect))
      },
    )
    return () => {
      isHere = false
    }
  }, [api, can.leave, mayBegin, navigate, redirect])

  return (
    <>
      {refused === undefined ? null : (
        <View className="login-trouble" role="alert">
          {t(`login.signOn.${reasonOf(refused)}`)}
        </View>
      )}
      {ways.map((way) => (
        <View key={`${way.kind} ${way.enterprise_id}`} className="login-sign-on">
          <Button
            tone="weak"
            label={t('login.signOn.by', { name: way.label })}
            onPress={() => navigate.leave(addressOf(way, redirect))}
          />
        </View>
      ))}
      {isInWeCom ? <View className="login-note">{t('login.signOn.inWeCom')}</View> : null}
    </>
  )
})

function addressOf({ kind, enterprise_id: id }: Ways[number], redirect: string | undefined): string {
  const back = redirect === undefined ? '' : `&redirect=${encodeURIComponent(redirect)}`
  return `/api/${kind === 'wecom' ? 'wecom' : 'sign_on'}/start?organisation=${id}${back}`
}

/** The address is not ours alone, so only known codes choose words. */
function reasonOf(code: string) {
  switch (code) {
    case 'sign_on_unknown':
      return 'unknown'
    case 'sign_on_email':
      return 'email'
    case 'account_deactivated':
      return 'deactivated'
    case 'sign_on_unreachable':
      return 'unreachable'
    case 'login_taken':
      return 'taken'
    default:
      return 'failed'
  }
}
