// Builds the shell of the pages (page.html), into which the program puts the data, or, as mode `lab`, the page of
// `ricochet lab` (lab.html): each is one HTML file with its script and style inside.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

// Script and style move into the HTML file, where no network and no second file is needed.
function oneFile(name: string): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle[name];
      if (page?.type !== 'asset') throw new Error(`${name} was not built`);
      let html = String(page.source);
      const put = (pattern: RegExp, text: string) => {
        if (!pattern.test(html)) throw new Error(`${name} has no ${pattern}`);
        html = html.replace(pattern, () => text);
      };
      for (const [part, file] of Object.entries(bundle)) {
        if (file.type === 'chunk') {
          // At the end of the body: the data are there when it runs.
          put(/<script type="module"[^>]*><\/script>\s*/, '');
          const code = file.code.replace(/<\/script/g, '<\\/script').replace(/<!--/g, '<\\!--');
          put(/<\/body>/, `<script type="module">${code}</script>\n</body>`);
        } else if (part.endsWith('.css')) {
          put(/<link rel="stylesheet"[^>]*>/, `<style>${String(file.source)}</style>`);
        } else continue;
        delete bundle[part];
      }
      page.source = html;
    },
  };
}

export default defineConfig(({ mode }) => {
  const name = mode === 'lab' ? 'lab.html' : 'page.html';
  return {
    plugins: [svelte(), oneFile(name)],
    build: {
      target: 'es2022',
      minify: 'terser',
      terserOptions: { compress: { passes: 2 } }, // a few kB less than esbuild's
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 1 << 20,
      emptyOutDir: true,
      rollupOptions: { input: name, output: { inlineDynamicImports: true } },
    },
  };
});
