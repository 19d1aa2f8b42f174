import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Skeleton } from '@/components/ui/Skeleton'
import { TextButton } from '@/components/ui/TextButton'
import type { AllowedApplication } from '@/contract/grants'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordAgo } from '@/screens/app/wording'
import { AllowedApplications } from '@/stores/session/AllowedApplications'

/** The applications that act for the user because the user allowed it, and the end of their access. */
export const ApplicationsScreen = observer(function ApplicationsScreen() {
  const app = useApp()
  const { api, feedback } = app
  const t = usePackageWords(loadAccountWords)
  const [store] = useState(() => new AllowedApplications(api))
  useEffect(() => void store.load(), [store])

  async function end({ id, name }: AllowedApplication) {
    const words = {
      title: { text: t('allowed.endTitle', { name }) },
      confirm: { text: t('allowed.end') },
      isDanger: true,
    }
    const isAgreed = await feedback.confirm({ text: t('allowed.endText') }, words)
    if (isAgreed && (await store.end(id))) feedback.toast({ text: t('allowed.ended') })
  }

  if (store.phase === 'failed') return <LoadFailed error={store.fault} onRetry={() => void store.load()} />
  if (store.phase === 'loading') return <Skeleton rows={3} />
  return (
    <View className="security">
      <View className="security-text">{t(store.applications.length > 0 ? 'allowed.text' : 'allowed.none')}</View>
      {store.applications.length > 0 ? (
        <View className="security-card" role="list">
          {store.applications.map((application) => (
            <View key={application.id} className="security-row" role="listitem">
              <View className="security-row-label">
                {application.name}
                <View className="security-row-text">
                  {application.scopes.map((scope) => t(`allowed.scopes.${scope}`)).join(t('allowed.comma'))}
                </View>
                <View className="security-row-text">
                  {t('allowed.since', { time: wordAgo(app, application.allowed_at, t) })}
                </View>
              </View>
              <TextButton label={t('allowed.end')} onPress={() => void end(application)} />
            </View>
          ))}
        </View>
      ) : null}
    </View>
  )
})
