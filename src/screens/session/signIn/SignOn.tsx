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

/** Buttons that lead to the providers of organisations (DIR-01). Only in browsers, and only where an organisation has one. */
export const SignOn = observer(function SignOn({ t, redirect, refused }: Props) {
  const { api, platform } = useApp()
  const { can, navigate } = platform
  const [ways, setWays] = useState<Ways>([])
  useEffect(() => {
    if (!can.leave) return undefined
    let isHere = true
    void answerOrNull(api.call('GET /apps/users/sign_on_ways', {}, { handledCodes: 'all', quiet: true })).then(
      (found) => isHere && setWays(found?.ways ?? []),
    )
    return () => {
      isHere = false
    }
  }, [api, can.leave])

  function begin(id: number) {
    const back = redirect === undefined ? '' : `&redirect=${encodeURIComponent(redirect)}`
    navigate.leave(`/api/sign_on/start?organisation=${id}${back}`)
  }

  return (
    <>
      {refused === undefined ? null : (
        <View className="login-trouble" role="alert">
          {t(`login.signOn.${reasonOf(refused)}`)}
        </View>
      )}
      {ways.map(({ enterprise_id: id, label }) => (
        <View key={id} className="login-sign-on">
          <Button tone="weak" label={t('login.signOn.by', { name: label })} onPress={() => begin(id)} />
        </View>
      ))}
    </>
  )
})

/** The address is not ours alone, so only known codes choose words. */
function reasonOf(code: string) {
  switch (code) {
    case 'sign_on_unknown':
      return 'unknown'
    case 'sign_on_email':
      return 'email'
    case 'sign_on_unreachable':
      return 'unreachable'
    case 'login_taken':
      return 'taken'
    default:
      return 'failed'
  }
}
