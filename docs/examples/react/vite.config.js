export default {
  define: { GATEHOUSE_URL: JSON.stringify(process.env.GATEHOUSE_URL ?? 'http://localhost:4000') },
  // A package that is linked from another folder would find another React there.
  resolve: { dedupe: ['react'] },
};
