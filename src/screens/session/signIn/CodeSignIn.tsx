import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'

interface Props {
  t: Words<'account'>
  redirect?: string
  /** Whether the last attempt used this way. */
  isLast: boolean
  onTry(): void
}

/** Signs in with the phone's WeChat or WeCom account, only after a tap. Nothing on H5, or where the server has no app for that messenger. */
export const CodeSignIn = observer(function CodeSignIn({ t, redirect, isLast, onTry }: Props) {
  const { api, platform, session, sessionContext } = useApp()
  const [state, setState] = useState<'idle' | 'asking' | 'none'>('idle')
  const { messages } = platform
  if (!messages || !sessionContext.messengers.includes(messages.messenger)) return null
  const { messenger: kind } = messages
  const { attempt } = session

  async function enter() {
    onTry()
    setState('asking')
    const code = await messages!.code()
    setState(code === null ? 'none' : 'idle')
    if (code === null) return
    const options = { handledCodes: 'all' } as const
    await session.signInBy(
      (device) => api.call('POST /apps/users/applet_login', { kind, code, ...device }, options),
      redirect,
    )
  }

  const refusal = attempt.phase === 'refused' ? wordMessage(attempt.message, t) : ''
  const error = isLast ? (state === 'none' ? t('login.noCode') : state === 'idle' ? refusal : '') : ''
  return (
    <View className="login-code">
      <Button
        tone="weak"
        label={t(`login.byCode.${kind}`)}
        disabled={!isLast && attempt.phase === 'checking'}
        loading={isLast && (state === 'asking' || attempt.phase === 'checking')}
        onPress={() => void enter()}
      />
      {error ? (
        <View className="login-trouble" role="alert">
          {error}
        </View>
      ) : null}
    </View>
  )
})
