"""Look at robots and results"""
