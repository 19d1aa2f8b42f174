import { WebView } from '@tarojs/components'
import { getCurrentInstance } from '@tarojs/taro'
import { observer } from 'mobx-react'
import { useState } from 'react'
import { useApp } from '@/screens/app/AppContext'

// A web-view fills the page below WeChat's own bar, whose title comes from the web page.
definePageConfig({ navigationStyle: 'default', navigationBarTitleText: '' })

/** The operator's terms of use or privacy policy, chosen by the page's parameter, which is never an address. Mini-program only. */
export default observer(function LegalPage() {
  const { privacyUrl, termsUrl } = useApp().sessionContext
  const [text] = useState(() => getCurrentInstance().router?.params.text)
  const address = text === 'privacy' ? privacyUrl : termsUrl
  return address ? <WebView src={address} /> : null
})
