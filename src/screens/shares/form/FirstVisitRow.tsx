import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { PhoneConsent } from '@/stores/push/PhoneConsent'
import type { PermissionEditor } from '@/stores/shares/PermissionEditor'
import { SwitchRow } from './SwitchRow'

/** Whether the maker is notified of the first opening. Switching it on makes WeChat ask for consent to a message (AH-30). */
export const FirstVisitRow = observer(function FirstVisitRow({ editor }: { editor: PermissionEditor }) {
  const app = useApp()
  const t = useWords<'share'>()
  const [consent] = useState(() => new PhoneConsent(app))
  useEffect(() => void consent.load(), [consent])
  return (
    <View className="share-group">
      <SwitchRow
        label={t('share.perms.firstVisit')}
        note={t('share.perms.firstVisitNote')}
        isOn={editor.settings.is_first_visit_told}
        offer="yes"
        onSwitch={(isOn) => {
          editor.setFirstVisitNotified(isOn)
          if (isOn) void consent.ask('first_visit')
        }}
      />
    </View>
  )
})
