/** The sample prompts of product-1 section 2; their titles and texts are `create:samples.<id>`. */
export const sampleIds = ['dreamy-sunset', 'moonlit-beach', 'space-nebula', 'urban-rooftop'] as const;
