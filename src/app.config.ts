export default defineAppConfig({
  pages: ['pages/files/index', 'pages/login/index', 'pages/security/index'],
  subPackages: [{ root: 'packages/preview', pages: ['index'] }],
  lazyCodeLoading: 'requiredComponents',
  darkmode: true,
  themeLocation: 'theme.json',
  window: {
    navigationStyle: 'custom',
    navigationBarTitleText: '书包云盘',
    navigationBarTextStyle: '@bar',
    backgroundColor: '@page',
    backgroundTextStyle: '@pull',
  },
})
