import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { Ticket } from './Finished'

/** Two ways to claim the starter edition: register an organisation, or prove an administrator's phone. */
export const StarterEntry = observer(function StarterEntry({ onPhone }: { onPhone(): void }) {
  const { platform, sessionContext } = useApp()
  const t = useWords<'promotion'>()
  const { registerUrl } = sessionContext
  return (
    <View className="promotion">
      <Ticket />
      <View className="promotion-title" role="heading" aria-level={1}>
        {t('promotion.starter.title')}
      </View>
      <View className="promotion-text">{t('promotion.starter.text')}</View>
      <View className="promotion-buttons">
        <Button label={t('promotion.starter.phone')} onPress={onPhone} />
        {/* The built-in page registers people, no organisations. */}
        {/^https?:/.test(registerUrl) && (
          <Button
            tone="weak"
            label={t('promotion.starter.register')}
            onPress={() => platform.navigate.leave(registerUrl)}
          />
        )}
      </View>
    </View>
  )
})
