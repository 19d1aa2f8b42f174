export default defineAppConfig({
  pages: ['pages/files/index'],
  subPackages: [
    { root: 'packages/account', pages: ['login/index', 'security/index', 'me/index'] },
    { root: 'packages/preview', pages: ['index'] },
    { root: 'packages/search', pages: ['index'] },
    { root: 'packages/pick', pages: ['index'] },
    { root: 'packages/share', pages: ['index', 'links/index', 'collect/index', 'collect/handin/index'] },
    { root: 'packages/people', pages: ['index', 'members/index', 'members/access/index', 'members/invitation/index'] },
    { root: 'packages/comments', pages: ['index'] },
    { root: 'packages/message', pages: ['index'] },
    { root: 'packages/visit', pages: ['index', 'wx/preview/index', 'wx/share/index'] },
    // Also what `import()` asks for (config/lazyPackage.ts); WeChat fetches no package ahead that has no page.
    { root: 'packages/lazy', pages: ['legal/index'] },
  ],
  preloadRule: { 'pages/files/index': { network: 'all', packages: ['packages/lazy'] } },
  // For every page: rows stand inside Taro's custom-wrapper, whose own list of components is Taro's.
  usingComponents: { 'item-row': 'native/item-row/index' },
  lazyCodeLoading: 'requiredComponents',
  darkmode: true,
  themeLocation: 'theme.json',
  sitemapLocation: 'sitemap.json',
  window: {
    navigationStyle: 'custom',
    navigationBarTitleText: '书包云盘',
    navigationBarTextStyle: '@bar',
    backgroundColor: '@page',
    backgroundTextStyle: '@pull',
  },
})
