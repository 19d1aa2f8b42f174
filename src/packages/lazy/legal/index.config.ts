// A web-view fills the page below WeChat's own bar, whose title comes from the web page.
export default definePageConfig({ navigationStyle: 'default', navigationBarTitleText: '' })
