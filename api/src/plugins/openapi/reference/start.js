// Starts the reference in the theme that the page has: the cookie's, which the server wrote on it, or the device's.
(() => {
  const root = document.documentElement;
  const device = matchMedia('(prefers-color-scheme: dark)');
  const configuration = () => {
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : device.matches;
    return {
      url: '/api/openapi.json',
      theme: 'none',
      darkMode: isDark,
      forceDarkModeState: isDark ? 'dark' : 'light',
      hideDarkModeToggle: true,
      localization: { locale: root.lang },
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      documentDownloadType: 'none',
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      // Requests go to this server only, without a proxy in between.
      proxyUrl: '',
      setPageTitle: () => document.title,
    };
  };
  const reference = window.Scalar.createApiReference('#reference', configuration());
  device.addEventListener('change', () => reference.updateConfiguration(configuration()));
})();
