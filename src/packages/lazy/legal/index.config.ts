// A web-view fills the page below WeChat's own bar, which it gives its title.
export default definePageConfig({ navigationStyle: 'default', navigationBarTitleText: '' })
