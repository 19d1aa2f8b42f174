import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Skeleton } from '@/components/ui/Skeleton'
import { TextButton } from '@/components/ui/TextButton'
import type { MessengerLink } from '@/contract/messengers/links'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordAgo } from '@/screens/app/wording'
import { MessengerLinkStore } from '@/stores/messengers/MessengerLinkStore'
import { StepPassword } from './StepForms'

/** The WeChat and WeCom accounts that sign in to the mini-program as the user; the mini-program can link another. */
export const LinksScreen = observer(function LinksScreen() {
  const app = useApp()
  const { feedback } = app
  const t = usePackageWords(loadAccountWords)
  const [store] = useState(() => new MessengerLinkStore(app))
  const [isAdding, setAdding] = useState(false)
  useEffect(() => void store.load(), [store])

  async function add(password: string) {
    if (!(await store.add(password))) return
    setAdding(false)
    feedback.toast({ text: t('quick.added') })
  }

  async function end(id: number) {
    const words = { title: { text: t('quick.endTitle') }, confirm: { text: t('quick.end') }, isDanger: true }
    const isAgreed = await feedback.confirm({ text: t('quick.endText') }, words)
    if (isAgreed && (await store.end(id))) feedback.toast({ text: t('quick.ended') })
  }

  const { here, links, phase } = store
  if (phase === 'failed') return <LoadFailed error={store.error} onRetry={() => void store.load()} />
  if (phase === 'loading') return <Skeleton rows={3} />
  if (isAdding && here) {
    const foot = (
      <View className="security-foot">
        <TextButton
          label={t('action.cancel')}
          onPress={() => {
            store.reset()
            setAdding(false)
          }}
        />
      </View>
    )
    return (
      <StepPassword
        asker={store}
        text={t(`quick.confirm.${here}`)}
        submit={t(`quick.add.${here}`)}
        foot={foot}
        onPassword={add}
      />
    )
  }
  return (
    <View className="security">
      <View className="security-text">{t('quick.text')}</View>
      {links.length > 0 ? (
        <View className="security-card" role="list">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} onEnd={() => void end(link.id)} />
          ))}
        </View>
      ) : (
        <View className="security-text">{t('quick.none')}</View>
      )}
      {here ? (
        <View className="security-submit">
          <Button
            tone={links.length > 0 ? 'weak' : 'primary'}
            label={t(`quick.add.${here}`)}
            onPress={() => setAdding(true)}
          />
        </View>
      ) : (
        <View className="security-text security-hint">{t('quick.inApp')}</View>
      )}
    </View>
  )
})

const LinkRow = observer(function LinkRow({ link, onEnd }: { link: MessengerLink; onEnd(): void }) {
  const app = useApp()
  const t = usePackageWords(loadAccountWords)
  const ago = (at: number) => wordAgo(app, at, t)
  const used = link.last_used === null ? t('quick.unused') : t('quick.used', { time: ago(link.last_used) })
  return (
    <View className="security-row" role="listitem">
      <View className="security-row-label">
        {t(`devices.${link.kind}`)}
        <View className="security-row-text">{[t('quick.linked', { time: ago(link.linked) }), used].join(' · ')}</View>
      </View>
      <TextButton label={t('quick.end')} onPress={onEnd} />
    </View>
  )
})
